// The file that compiles the network code when RESTBIND_SEPARATE_COMPILATION is defined.
#include <restbind/net/detail/src.ipp>
