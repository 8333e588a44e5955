# SPDX-License-Identifier: BSL-1.0
"""What a schema says: layers that hold together, questions about them, the text of its
assertions.
"""
