# The Debian of this machine, for scripts that unpack its packages elsewhere. Sourced by them.

# Its suite: what is built here is linked against its C library.
suite() { (. /etc/os-release && printf '%s' "$VERSION_CODENAME"); }

# Where this machine has its packages from.
mirror() {
  local found; found=$(apt-get indextargets --format '$(REPO_URI)' "Codename: $(suite)" 2>/dev/null | head -n 1 || true)
  printf '%s' "${found:-http://deb.debian.org/debian}"
}
