"""Two versions of a document compared in C++ terms: `restbind diff OLD NEW`."""
