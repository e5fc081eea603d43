import type { Rule } from "../rule.js";

export const ANDROID_RULES: readonly Rule[] = [
  {
    id: "android/install-failed",
    error_type: "OTHER",
    stage: "run",
    evidence: "cause",
    bonus: -4,
    keys: ["install_failed_", "install_parse_failed_"],
    pattern: /(?<code>INSTALL_(?:PARSE_)?FAILED_\w{3,80})/,
    cause: "The device refuses the app: {code}.",
    refine: ({ groups }) => {
      const code = groups["code"] ?? "";
      if (code.includes("INSUFFICIENT_STORAGE")) return { error_type: "RESOURCE_EXHAUSTED" };
      if (/NO_MATCHING_ABIS|CPU_ABI/.test(code)) return { error_type: "PLATFORM_UNSUPPORTED" };
      if (/OLDER_SDK|NEWER_SDK/.test(code)) return { error_type: "RUNTIME_VERSION_MISMATCH" };
      if (/VERSION_DOWNGRADE|UPDATE_INCOMPATIBLE|CONFLICTING|DUPLICATE/.test(code))
        return { error_type: "VERSION_CONFLICT" };
      return code.includes("PERMISSION") ? { error_type: "PERMISSION_DENIED" } : {};
    },
  },
  {
    id: "android/no-device",
    error_type: "MISSING_FILE",
    stage: "run",
    evidence: "error",
    keys: [
      "error: device not found",
      "no devices/emulators found",
      "error: no devices found",
      "no connected devices",
      "device offline",
    ],
    pattern:
      /(?:error: )?(?:device (?:'[^']{1,60}' )?not found|no devices(?:\/emulators)? found|No connected devices|device offline)/i,
    cause: "No device or emulator is connected.",
    steps: ["adb devices"],
  },
  {
    id: "android/dex-limit",
    error_type: "RESOURCE_EXHAUSTED",
    stage: "build",
    evidence: "cause",
    keys: [
      "cannot fit requested classes in a single dex file",
      "method id not in [0, 0xffff]",
      "too many field references",
      "too many method references",
    ],
    pattern:
      /Cannot fit requested classes in a single dex file|method ID not in \[0, 0xffff\]|Too many (?:field|method) references/i,
    cause: "The app has more methods than one dex file can hold.",
    steps: ["Enable multidex."],
  },
  {
    id: "android/sdk-missing",
    error_type: "MISSING_FILE",
    stage: "configure",
    evidence: "cause",
    keys: [
      "unable to locate android sdk",
      "no android sdk found",
      "android sdk not found",
      "could not find tools.jar",
      "unable to locate adb",
      "android ndk",
      "unable to find android sdk",
      "no installed build tools found",
      "android sdk (path",
    ],
    pattern:
      /(?:[Uu]nable to (?:locate|find)(?: the)?|[Nn]o) (?<package>Android SDK|Android NDK|adb)(?: found)?|(?<package2>Android SDK) not found|Could not find (?<file>tools\.jar)|[Nn]o installed build tools found/,
    cause: "A part of the Android SDK or the JDK is not found.",
    steps: ["echo $ANDROID_HOME", "sdkmanager --list_installed"],
  },
  {
    id: "android/java-runtime",
    ecosystem: "java",
    error_type: "COMMAND_NOT_FOUND",
    stage: "toolchain",
    evidence: "cause",
    keys: [
      "unable to locate a java runtime",
      "no java runtime present",
      "unable to locate java",
      "java development kit",
      'missing required program "javac"',
      "jdk is not installed",
      "java se development kit",
    ],
    pattern:
      /[Uu]nable to locate a (?<command>Java) Runtime|No (?<command2>Java) runtime present|[Mm]issing required program "?(?<command3>javac?)"?|(?<command4>JDK)(?: \([^)]{1,60}\))? (?:is )?not (?:installed|found)|requires the Java SE Development Kit/,
    cause: "No Java is installed.",
    steps: ["java -version"],
  },
];
