#include <restbind/tls/src.hpp>
