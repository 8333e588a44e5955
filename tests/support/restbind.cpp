#include <restbind/net/impl/src.ipp>
