// An object file needs a source: what counts is the header that is compiled beside it.
