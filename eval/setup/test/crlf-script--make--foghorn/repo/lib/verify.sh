set -eu
lines=$(wc -l < "$1")
if [ "$lines" -lt 2 ]; then
  echo "too few signals"
  exit 1
fi
while read -r name pattern; do
  case $pattern in
    *[!.-]*) echo "$name: bad pattern"; exit 1 ;;
  esac
done < "$1"
