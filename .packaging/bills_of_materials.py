#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""bills_of_materials.py OUT VERSION TIME: writes what a release is made of, as SPDX 2.3 and as
CycloneDX 1.5.

Both name the same things. What restbind needs comes from the user's system, so it is named by the
oldest version that will do.
"""

import hashlib
import json
import pathlib
import sys
import time as clock
import uuid
from dataclasses import dataclass


@dataclass(frozen=True)
class Needed:
    name: str
    oldest: str
    license: str
    address: str
    purpose: str
    relation: str  # SPDX: what it is to restbind


NEEDED = (
    Needed(
        "Boost",
        "1.81",
        "BSL-1.0",
        "https://www.boost.org/",
        "headers that the runtime includes",
        "PREREQUISITE_FOR",
    ),
    Needed(
        "OpenSSL",
        "3.0",
        "Apache-2.0",
        "https://www.openssl.org/",
        "encryption, where restbind/tls.hpp is included",
        "OPTIONAL_DEPENDENCY_OF",
    ),
    Needed(
        "SQLite",
        "3.35",
        "blessing",
        "https://www.sqlite.org/",
        "journals in files, where restbind/journal.hpp is included",
        "OPTIONAL_DEPENDENCY_OF",
    ),
    Needed(
        "CLI11",
        "2.1",
        "BSD-3-Clause",
        "https://github.com/CLIUtils/CLI11",
        "command lines of APIs, where restbind/cli/program.hpp is included",
        "OPTIONAL_DEPENDENCY_OF",
    ),
    Needed(
        "Jinja2",
        "3.1",
        "BSD-3-Clause",
        "https://palletsprojects.com/p/jinja/",
        "templates of the generator",
        "RUNTIME_DEPENDENCY_OF",
    ),
    Needed(
        "PyYAML",
        "6.0",
        "MIT",
        "https://pyyaml.org/",
        "documents that the generator reads",
        "RUNTIME_DEPENDENCY_OF",
    ),
    Needed(
        "Cairo",
        "1.16",
        "LGPL-2.1-only OR MPL-1.1",
        "https://www.cairographics.org/",
        "pictures of ticketing-sandbox alone",
        "OPTIONAL_DEPENDENCY_OF",
    ),
)


def spdx(version, created, archive, digest):
    def package(name, license_, **more):
        return {
            "SPDXID": f"SPDXRef-{name}",
            "name": name,
            "licenseDeclared": license_,
            "licenseConcluded": license_,
            "copyrightText": "NOASSERTION",
            "filesAnalyzed": False,
            **more,
        }

    own = package(
        "restbind",
        "BSL-1.0",
        versionInfo=version,
        downloadLocation="NOASSERTION",
        packageFileName=archive,
        primaryPackagePurpose="LIBRARY",
        checksums=[{"algorithm": "SHA256", "checksumValue": digest}],
    )
    others = [
        package(
            one.name,
            one.license,
            downloadLocation="NOASSERTION",
            homepage=one.address,
            comment=f"{one.oldest} or newer, from the user's system: {one.purpose}",
        )
        for one in NEEDED
    ]
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-restbind")]
    relations += [(f"SPDXRef-{one.name}", one.relation, "SPDXRef-restbind") for one in NEEDED]
    return {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"restbind-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/restbind-{version}-{uuid.uuid5(uuid.NAMESPACE_OID, digest)}",
        "creationInfo": {
            "created": created,
            "creators": ["Organization: The restbind authors", f"Tool: restbind-{version}"],
        },
        "packages": [own, *others],
        "relationships": [
            {"spdxElementId": one, "relationshipType": how, "relatedSpdxElement": other}
            for one, how, other in relations
        ],
    }


def cyclonedx(version, created, digest):
    own = f"restbind@{version}"

    def license_(text):
        return [{"expression": text} if " " in text else {"license": {"id": text}}]

    components = [
        {
            "type": "library",
            "bom-ref": one.name,
            "name": one.name,
            "scope": "optional" if "OPTIONAL" in one.relation else "required",
            "description": f"{one.oldest} or newer, from the user's system: {one.purpose}",
            "licenses": license_(one.license),
            "externalReferences": [{"type": "website", "url": one.address}],
        }
        for one in NEEDED
    ]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, digest)}",
        "metadata": {
            "timestamp": created,
            "component": {
                "type": "library",
                "bom-ref": own,
                "name": "restbind",
                "version": version,
                "licenses": license_("BSL-1.0"),
                "purl": f"pkg:generic/restbind@{version}",
                "hashes": [{"alg": "SHA-256", "content": digest}],
            },
        },
        "components": components,
        "dependencies": [
            {"ref": own, "dependsOn": [one.name for one in NEEDED]},
            *({"ref": one.name} for one in NEEDED),
        ],
    }


def main(out, version, time):
    out = pathlib.Path(out)
    archive = f"restbind-{version}.tar.xz"
    digest = hashlib.sha256((out / archive).read_bytes()).hexdigest()
    created = clock.strftime("%Y-%m-%dT%H:%M:%SZ", clock.gmtime(int(time)))
    for name, bill in (
        ("spdx", spdx(version, created, archive, digest)),
        ("cdx", cyclonedx(version, created, digest)),
    ):
        (out / f"restbind-{version}.{name}.json").write_text(
            json.dumps(bill, indent=2) + "\n", encoding="utf-8"
        )


if __name__ == "__main__":
    main(*sys.argv[1:])
