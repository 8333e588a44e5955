// The code of the operations that the tests here call, compiled once.
#include "golden/bodies/src.hpp"
#include "golden/forms/src.hpp"
#include "golden/lenient/src.hpp"
#include "golden/responses/src.hpp"
#include "golden/security/src.hpp"
#include "golden/servers/src.hpp"
#include "golden/uploads/src.hpp"
