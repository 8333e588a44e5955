# Sourced by examples/run and tests/run: installs the Debian packages named as arguments that are missing.
# Says what it installs; needs root or sudo only when something is missing.
install_packages()
{
    missing=
    for package in "$@"; do
        if ! dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'install ok installed'; then
            missing="$missing $package"
        fi
    done
    if [ -z "$missing" ]; then
        echo "All Debian packages that are needed are installed."
        return 0
    fi
    echo "Installing Debian packages:$missing"
    as_root=
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null 2>&1; then
            echo "error: these packages are missing, and only root or sudo can install them:$missing" >&2
            return 1
        fi
        as_root=sudo
    fi
    # shellcheck disable=SC2086  # the lists are words on purpose
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get update -qq &&
        $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing
}
