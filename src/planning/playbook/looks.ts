/** Tools that read a file, or a setting, and say whether they understand it. */
const CHECKS =
  /^(?:sudo )?(?:(?:ba|da|z)?sh -n|(?:nginx|sshd|haproxy|named-checkconf) -[tc]|apache(?:2|ctl)+ (?:-t|configtest)|php -l|ruby -c|perl -c|node --check|python3? -m (?:py_compile|json\.tool)|yamllint|xmllint --noout|visudo -c|sysctl [\w.]+$)(?=$|[\s|;])/;
/** Tools that run something to see how it fails: what they print is an answer too. */
const WATCHES =
  /^(?:sudo )?(?:\w+=\S* )*(?:gdb|lldb|valgrind|strace|ltrace|dtruss|perf|py-spy|jstack|jcmd|time|python3? -X (?:faulthandler|tracemalloc)\S*|node --(?:trace|cpu-prof|inspect|heapsnapshot)\S*|coredumpctl|journalctl|dmesg|lsof|ss|netstat|(?:npx )?(?:jest|mocha|vitest|ava)|(?:python3? -m )?pytest|cargo test|go test|ctest|rspec)(?=$|[\s|;])|^(?:RUST_BACKTRACE|GOTRACEBACK|NODE_DEBUG|GIT_TRACE\w*|GIT_CURL_VERBOSE)=/;
/** Commands that only look: they change nothing, so their output is an answer and not a way out. */
const LOOKS =
  /^(?:sudo )?(?:ldd|ldconfig -p|command -v|which|where|type|df|du|free|ls|cat|head|tail|grep|find|env|printenv|id|whoami|uname|ulimit -\w|stat|file|nm|readelf|otool|pkg-config|dpkg -[lLS]|rpm -q\w*|apt-cache|apt-file search|apt search|dnf (?:provides|search|info)|brew search|npm (?:ls|view|explain|config (?:get|list))|(?:python3? -m )?pip (?:show|list|check|index|config list)|cargo tree|go (?:list|env|version|mod (?:why|graph))|bundle (?:info|list)|gem list|composer (?:show|why|why-not|diagnose)|git (?:status|log|config --list|remote -v|submodule status)|docker (?:ps|info|logs)|curl -[\dA-HJ-Z_a-z]*I\w*|nslookup|dig|ping|openssl s_client|java -version|\S{1,60} --version)(?=$|[\s|;])/;

/** It runs something to see what comes of it, or only checks or prints what is there. */
export function onlyLooks(command: string): boolean {
  const line = command.trim();
  return (LOOKS.test(line) || WATCHES.test(line) || CHECKS.test(line)) && !/\s>{1,2}\s?\S/.test(command);
}
