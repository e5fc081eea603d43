import { expect, test } from "@jest/globals";
import { onlyLooks } from "../../../../src/planning/playbook/looks.js";

test.each([
  ["bash -n ./setup.sh", true],
  ["sudo nginx -t", true],
  ["php -l index.php", true],
  ["python3 -m json.tool config.json", true],
  ["sysctl fs.inotify.max_user_watches", true],
  ["sudo sysctl -w fs.inotify.max_user_watches=524288", false],
  ["sysctl fs.file-max=100000", false],
  ["sudo nginx -s reload", false],
  ["bash ./setup.sh", false],
  ["grep -c x file > counted.txt", false],
])("%s only looks: %s", (command, looks) => {
  expect(onlyLooks(command)).toBe(looks);
});
