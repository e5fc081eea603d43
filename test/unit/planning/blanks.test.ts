import { expect, test } from "@jest/globals";
import { blankIn, tellBlank } from "../../../src/planning/blanks.js";

test.each([
  ["git ls-remote URL", "URL"],
  ["npm config set python PATH", "PATH"],
  ["conda create -n fresh python=VERSION pandas", "VERSION"],
  ["npm install frobnicate@<version>", "<version>"],
  ["docker logs <its container>", "<its container>"],
  ["npm install <YOUR PACKAGE>", "<YOUR PACKAGE>"],
  ["pip install --upgrade {package}", "{package}"],
  ["pip install {{ package }}==2", "{{ package }}"],
  ["git clone https://github.com/foo/bar", "foo/bar"],
  ["cd your-project && make", "your-project"],
  ["python your_script.py", "your_script.py"],
  ["you-get --version && sort <in.txt >out.txt", null],
  ["cp a.conf /path/to/app.conf", "/path/to/app.conf"],
  ["npm install left-pad@x.y.z", "x.y.z"],
  ["pip install ...", "..."],
  ["cp a.{ini,bak} && echo ${HOME} && find . -name x -exec rm {} +", null],
  ["git diff main...topic && go test ./... && git log @{upstream}", null],
  ["docker inspect --format {{.State}} web && curl -w %{http_code} http://localhost", null],
  ["mvn -Dx=${project.version} test", null],
  ["export PATH=$PATH:/opt/bin", null],
  ["echo ${HOST} %PATH%", null],
  ["DATABASE=app make migrate", null],
  ["git reset --hard HEAD", null],
  ["psql -c 'select * from USER'", null],
  ["cmake -DPATH_TO_X=1 -DCMAKE_BUILD_TYPE=Debug", null],
  ["sort < names.txt > sorted.txt", null],
])("%s leaves %s to the reader", (command, blank) => {
  expect(blankIn(command)).toBe(blank);
});

test("a command with a blank is told in words", () => {
  expect(tellBlank("git ls-remote URL", "URL")).toBe("`git ls-remote URL`, with your own in place of `URL`");
});
