# SPDX-License-Identifier: BSL-1.0
# Sourced by examples/run and by what runs tests: installs what is missing of Debian's packages and
# of npm's, and finds out which of the former this system has. Needs root or sudo only when a package
# of Debian is missing.

# install_packages PACKAGE...: installs those that are missing, and says which.
install_packages()
{
    missing=
    for package in "$@"; do
        is_installed "$package" || missing="$missing $package"
    done
    if [ -z "$missing" ]; then
        echo "All Debian packages that are needed are installed."
        return 0
    fi
    echo "Installing Debian packages:$missing"
    # shellcheck disable=SC2086  # the list is words on purpose
    as_root apt-get update -qq && as_root apt-get install -y -qq --no-install-recommends $missing
}

# install_optional_packages PACKAGE...: the same, without those that this system does not have.
# Their names stand in left_out, for the caller to say what is not tested without them.
install_optional_packages()
{
    update_empty_lists
    left_out=
    there=
    for package in "$@"; do
        if is_installed "$package" || [ -n "$(candidate "$package")" ]; then
            there="$there $package"
        else
            left_out="$left_out $package"
        fi
    done
    # shellcheck disable=SC2086  # the list is words on purpose
    install_packages $there || return
    if [ -n "$left_out" ]; then
        echo "This system has no Debian packages of these names:$left_out"
    fi
}

# install_modules FILE FOLDER [OPTION...]: installs what a package.json names into FOLDER/node_modules,
# unless that was done before. OPTION: of npm.
install_modules()
{
    file=$1
    folder=$2
    shift 2
    cmp -s "$file" "$folder/package.json" && return 0
    mkdir -p "$folder"
    cp "$file" "$folder/package.json"
    if ! PUPPETEER_SKIP_DOWNLOAD=1 npm install --prefix "$folder" --no-audit --no-fund --loglevel=error "$@"; then
        rm "$folder/package.json"
        return 1
    fi
}

# boost_package: prints the name of the package with Boost's headers: the one that is installed, the
# system's own choice, or 1.81 where that is older.
boost_package()
{
    installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' 'libboost1.*-dev' 2>/dev/null |
        sed -n 's/^libboost1\.\([0-9]*\)-dev installed$/\1/p' | sort -n | tail -n 1)
    if [ "${installed:-0}" -ge 81 ]; then
        echo "libboost1.$installed-dev"
        return 0
    fi
    update_empty_lists
    if dpkg --compare-versions "$(candidate libboost-dev)" ge 1.81; then
        echo libboost-dev
    else
        echo libboost1.81-dev
    fi
}

# clang_version: prints the number of the clang to use, 16 or newer: the one that is installed, or
# that can be; nothing where there is none.
clang_version()
{
    versions='19 18 17 16 20 21 22 23 24'
    for version in $versions; do
        if is_installed "clang-$version"; then
            echo "$version"
            return 0
        fi
    done
    update_empty_lists
    for version in $versions; do
        if [ -n "$(candidate "clang-$version")" ]; then
            echo "$version"
            return 0
        fi
    done
}

is_installed()
{
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# candidate PACKAGE: prints the version that apt would install; nothing where there is none.
candidate()
{
    LC_ALL=C apt-cache policy "$1" 2>/dev/null | sed -n 's/^  Candidate: \([^(].*\)/\1/p'
}

# Every release of Debian has libboost-dev. Where apt does not know it, its lists were never loaded.
update_empty_lists()
{
    if [ -z "$(candidate libboost-dev)" ]; then
        as_root apt-get update -qq >&2
    fi
}

as_root()
{
    if [ "$(id -u)" -eq 0 ]; then
        env DEBIAN_FRONTEND=noninteractive "$@"
    elif command -v sudo >/dev/null 2>&1; then
        sudo env DEBIAN_FRONTEND=noninteractive "$@"
    else
        echo "error: only root or sudo can do this: $*" >&2
        return 1
    fi
}
