case $1 in
version) echo "$VERSION" ;;
check)
  # Every line starts with a date.
  ! grep -vE '^[0-9]{4}-[0-9]{2}-[0-9]{2} ' "$2"
  ;;
*) echo "usage: logbook version|check FILE" >&2; exit 2 ;;
esac
