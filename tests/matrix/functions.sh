# SPDX-License-Identifier: BSL-1.0
# Sourced by what tries other systems and other versions of Boost. Everything stays in $matrix, a folder below build/.
matrix=$PWD/build/matrix

# timed TEXT COMMAND...: says what begins, and how long it took. What fails ends the run.
timed()
{
    text=$1
    shift
    echo "== $text"
    began=$(date +%s)
    "$@"
    echo "== $text: $(($(date +%s) - began)) s"
}

# debian_mirror: prints the address from which this system has its packages.
debian_mirror()
{
    update_empty_lists
    # shellcheck disable=SC2016  # apt puts values in the place of these names
    mirror=$(apt-get indextargets --format '$(ORIGIN) $(COMPONENT) $(CODENAME) $(REPO_URI)' |
        sed -n 's/^Debian main [a-z]* //p' | head -n 1)
    if [ -z "$mirror" ]; then
        echo "error: the sources of this system name no mirror of Debian" >&2
        return 1
    fi
    echo "$mirror"
}

# apart COMMAND [ARGUMENT...]: apt with lists and a state of its own, of Debian 13 and sid; those of the system stay as
# they are.
apart()
{
    command=$1
    shift
    "$command" -o Dir::Etc::sourcelist="$matrix/apt/sources.list" -o Dir::Etc::sourceparts=/dev/null \
        -o Dir::State::lists="$matrix/apt/lists" -o Dir::State::status=/dev/null -o Dir::Cache="$matrix/apt" \
        -o Acquire::Check-Valid-Until=false -o Acquire::Languages=none -o APT::Sandbox::User= "$@"
}

# load_lists: loads the lists of Debian 13 and sid.
load_lists()
{
    mirror=$(debian_mirror)
    mkdir -p "$matrix/apt/lists/partial" "$matrix/apt/archives/partial"
    for suite in trixie sid; do
        echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main"
    done >"$matrix/apt/sources.list"
    apart apt-get update -qq --error-on=any
}

# boost_headers VERSION|newest: unpacks Debian's package of Boost's headers, such as 1.88, and prints the folder to include
# from. Needs load_lists.
boost_headers()
{
    package=libboost$1-dev
    if [ "$1" = newest ]; then
        package=$(apart apt-cache pkgnames libboost1. | grep -E '^libboost1\.[0-9]+-dev$' | sort -V | tail -n 1)
    fi
    if [ ! -d "$matrix/$package" ]; then
        rm -f "$matrix/apt/"*.deb
        (cd "$matrix/apt" && apart apt-get download -qq "${package:-libboost-dev}") >&2
        dpkg -x "$matrix/apt/"*.deb "$matrix/$package.part"
        mv "$matrix/$package.part" "$matrix/$package"
    fi
    echo "$matrix/$package/usr/include"
}
