# SPDX-License-Identifier: BSL-1.0
"""Conan 2 recipe of restbind: `conan create .packaging/conan`."""

import os
import re

from conan import ConanFile
from conan.tools.files import copy, load


class Restbind(ConanFile):
    name = "restbind"
    license = "BSL-1.0"
    description = "Header-only C++20 bindings from OpenAPI documents"
    topics = ("openapi", "rest", "http", "header-only")
    package_type = "header-library"
    no_copy_source = True
    options = {"with_tls": [True, False], "with_journal": [True, False], "with_cli": [True, False]}
    default_options = {"with_tls": True, "with_journal": False, "with_cli": False}

    @property
    def tree(self):
        return os.path.join(self.recipe_folder, "..", "..")

    def set_version(self):
        text = load(self, os.path.join(self.tree, "CMakeLists.txt"))
        self.version = re.search(r"project\(restbind VERSION ([0-9.]+)", text).group(1)

    def export_sources(self):
        for name in ("include", "generator"):
            copy(
                self,
                "*",
                os.path.join(self.tree, name),
                os.path.join(self.export_sources_folder, name),
                excludes="__pycache__",
            )
        copy(self, "LICENSE", self.tree, self.export_sources_folder)

    def requirements(self):
        self.requires("boost/[>=1.81]", transitive_headers=True)
        if self.options.with_tls:
            self.requires("openssl/[>=3.0 <4]", transitive_headers=True, transitive_libs=True)
        if self.options.with_journal:
            self.requires("sqlite3/[>=3.35 <4]", transitive_headers=True, transitive_libs=True)
        if self.options.with_cli:
            self.requires("cli11/[>=2.1 <3]", transitive_headers=True)

    def package_id(self):
        self.info.clear()

    def package(self):
        share = os.path.join(self.package_folder, "share", "restbind")
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        copy(
            self,
            "*.hpp",
            os.path.join(self.source_folder, "include"),
            os.path.join(self.package_folder, "include"),
        )
        copy(
            self,
            "*.ipp",
            os.path.join(self.source_folder, "include"),
            os.path.join(self.package_folder, "include"),
        )
        copy(self, "restbind.cmake", os.path.join(self.source_folder, "generator"), share)
        for pattern in ("*.py", "*.j2", "templates/docs/*", "headers.txt"):
            copy(
                self,
                pattern,
                os.path.join(self.source_folder, "generator", "restbind"),
                os.path.join(share, "restbind"),
            )

    def package_info(self):
        self.cpp_info.set_property("cmake_build_modules", ["share/restbind/restbind.cmake"])
        self._component("restbind", ["boost::headers"])
        self._component("testing", ["restbind"])
        self._component("ticketing", ["restbind"])
        if self.options.with_tls:
            self._component("tls", ["restbind", "openssl::openssl"])
        if self.options.with_journal:
            self._component("journal", ["restbind", "sqlite3::sqlite3"])
        if self.options.with_cli:
            self._component("cli", ["restbind", "cli11::cli11"])

    def _component(self, name, requires):
        component = self.cpp_info.components[name]
        component.set_property("cmake_target_name", f"restbind::{name}")
        component.set_property(
            "pkg_config_name", f"restbind-{name}" if name in ("tls", "journal") else name
        )
        component.requires = requires
        component.bindirs = component.libdirs = []
        if self.settings.get_safe("os") == "Linux":
            component.system_libs = ["pthread"]
