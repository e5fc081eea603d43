/** Commands that only look: they change nothing, so their output is an answer and not a way out. */
const LOOKS =
  /^(?:sudo )?(?:ldd|ldconfig -p|command -v|which|where|type|df|du|free|ls|cat|head|tail|grep|find|env|printenv|id|whoami|uname|ulimit -\w|stat|file|nm|readelf|otool|pkg-config|dpkg -[lLS]|rpm -q\w*|apt-cache|npm (?:ls|view|explain|config (?:get|list))|(?:python3? -m )?pip (?:show|list|check|index|config list)|cargo tree|go (?:list|env|version|mod (?:why|graph))|bundle (?:info|list)|gem list|composer (?:show|why|why-not|diagnose)|git (?:status|log|config --list|remote -v|submodule status)|docker (?:ps|info|logs)|curl -[\dA-HJ-Z_a-z]*I\w*|nslookup|dig|ping|openssl s_client|java -version|\S{1,60} --version)(?=$|[\s|;])/;

export function onlyLooks(command: string): boolean {
  return LOOKS.test(command.trim()) && !/\s>{1,2}\s?\S/.test(command);
}
