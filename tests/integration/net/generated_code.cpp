// The code of the operations that the tests here call, compiled once.
#include "golden/answers/expected/src.hpp"
#include "golden/bodies/expected/src.hpp"
#include "golden/forms/expected/src.hpp"
#include "golden/security/expected/src.hpp"
#include "golden/servers/expected/src.hpp"
#include "golden/uploads/expected/src.hpp"
