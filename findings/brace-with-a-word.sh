#!/usr/bin/env bash
# gettext 0.21-12 (Debian 12: msgfmt) and babel==2.18.0 (PyPI: pybabel compile)
# Input: catalogues with the flag python-brace-format, in which the translation names another value than the message. The message
# has {what}, {what:>5}, or, with a word behind the colon that a formatter of one's own reads, {what:capital}; and {what!r}.
# Guess: `msgfmt --check` refuses all four; babel, which knows the flag as well, complains too.
# Behaviour: msgfmt refuses the first two. A word after the colon, or !r, makes the whole message no format to it, and then it
# checks nothing in it, not even the other values. babel compiles all of them without a word.
# Output seen: "{what} refused", "{what:>5} refused", "{what:capital} accepted", "{what!r} accepted", "{what:capital} {who}
# accepted"; babel: 0 complaints.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
if [ "$(dpkg-query -W -f '${Version}' gettext 2>/dev/null)" = 0.21-12 ]; then
  msgfmt=msgfmt
else
  apt-get download -qq gettext=0.21-12 2>/dev/null
  dpkg-deb -x gettext_0.21-12_*.deb gettext
  msgfmt=$dir/gettext/usr/bin/msgfmt
  LD_LIBRARY_PATH=$(dirname "$(find "$dir/gettext" -name 'libgettextlib*.so' | head -n 1)")
  export LD_LIBRARY_PATH
fi
python3 -m venv python
python/bin/pip install -qq --disable-pip-version-check babel==2.18.0
got=$(
  for value in "{what}" "{what:>5}" "{what:capital}" "{what!r}" "{what:capital} {who}"; do
    cat >de.po <<PO
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\n"
"Language: de\n"

#, python-brace-format
msgid "$value is gone"
msgstr "{another} ist fort"
PO
    if $msgfmt --check --output-file=/dev/null de.po 2>/dev/null; then said=accepted; else said=refused; fi
    echo "$value $said; babel: $(python/bin/pybabel compile -i de.po -o de.mo -l de 2>&1 | grep -c error) complaints"
  done
)
want='{what} refused; babel: 0 complaints
{what:>5} refused; babel: 0 complaints
{what:capital} accepted; babel: 0 complaints
{what!r} accepted; babel: 0 complaints
{what:capital} {who} accepted; babel: 0 complaints'
diff <(echo "$want") <(echo "$got") && echo "as stated"
