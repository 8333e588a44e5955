#include <restbind/src.hpp>
