import type { Playbook } from "../playbook.js";

export const graphics: Playbook = {
  name: "graphics",
  what: "trouble with the graphics card",
  error_types: [],
  words: [
    /\b(?:cuda|cudnn|rocm|no kernel image|compute capability|nvidia|nvcc|hip error)\b/i,
    /\b(?:gpu|graphics card|vulkan|opencl|opengl|directx|rtx \d{4})\b/i,
  ],
  wants: ["card", "runtime", "log", "version", "os"],
  actions: [],
  otherwise: "Which card it is, and what the program was built for, is not in the thread.",
};
