# What makes two builds of one commit the same, byte for byte (decision 1034). Sourced by the Makefile and by scripts, in the
# folder of the checkout.

# One date for everything that has one: that of the commit.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
export SOURCE_DATE_EPOCH

# Prints the folders of this machine whose names compilers put into programs, each with the name that it has there. Of two
# that fit, the later one counts.
folders_of_this_machine() {
  local sysroot commit
  sysroot=$(rustc --print sysroot)
  commit=$(rustc -vV | sed -n 's/^commit-hash: //p')
  printf '%s\t%s\n' \
    "$PWD" /ensemble \
    "$(realpath --canonicalize-missing "${CARGO_TARGET_DIR:-target}")" /ensemble/target \
    "${CARGO_HOME:-$HOME/.cargo}" /cargo \
    "$sysroot/lib/rustlib/src/rust" "/rustc/$commit"
}

# Tells Cargo, and the C compiler that it calls, to name no folder of this machine.
use_plain_paths() {
  local from to word encoded= c=
  for word in ${RUSTFLAGS:-}; do encoded+=$word$'\x1f'; done
  while IFS=$'\t' read -r from to; do
    encoded+=--remap-path-prefix=$from=$to$'\x1f'
    # The C compiler's flags are divided at blanks.
    case $from in *' '*) ;; *) c+=" -ffile-prefix-map=$from=$to" ;; esac
  done < <(folders_of_this_machine)
  export CARGO_ENCODED_RUSTFLAGS=${encoded%$'\x1f'} CFLAGS="${CFLAGS:-}$c" CXXFLAGS="${CXXFLAGS:-}$c"
}
