#include <ticketing/v1/src.hpp>
