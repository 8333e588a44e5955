// SPDX-License-Identifier: BSL-1.0
// An object file needs a source: what counts is the header that is compiled beside it.
