# SPDX-License-Identifier: BSL-1.0
"""Two versions of a document compared in C++ terms: `restbind diff OLD NEW`."""
