// SPDX-License-Identifier: BSL-1.0
// The code of the golden operations that tests of the network call, compiled once for all of them.
#include "golden/bodies/src.hpp"
#include "golden/directions/src.hpp"
#include "golden/forms/src.hpp"
#include "golden/lenient/src.hpp"
#include "golden/responses/src.hpp"
#include "golden/security/src.hpp"
#include "golden/servers/src.hpp"
#include "golden/uploads/src.hpp"
