import { forEachChild, type SyntaxNode } from "unbash";
import { refuse, type Refusal } from "../verdict.js";

type FunctionNode = SyntaxNode & { type: "Function" };
const WAITS = /^(?:sleep|wait|read|break|exit|return)$/;

type LoopNode = SyntaxNode & { type: "While" | "ArithmeticFor" };

/** A function that starts itself in a pipe, in the background, or more than once. */
export function checkFunction(node: FunctionNode): Refusal | null {
  const inner = nodesOf(node.body);
  const calls = inner.filter(
    (child) => child.type === "Command" && child.name?.value === node.name.value,
  ).length;
  const multiplies = inner.some(
    (child) => child.type === "Pipeline" || (child.type === "Statement" && child.background === true),
  );
  if (calls === 0 || (calls === 1 && !multiplies)) return null;
  return refuse("fork_bomb/function", `The function ${node.name.value} starts itself again and again.`);
}

/** An endless loop that starts something in the background each time, and waits for nothing. */
export function checkLoop(node: LoopNode): Refusal | null {
  if (!isEndless(node)) return null;
  const background = nodesOf(node.body).some(
    (child) => child.type === "Statement" && child.background === true,
  );
  const waits = foregroundOf(node.body).some(
    (child) => child.type === "Command" && WAITS.test(child.name?.value ?? ""),
  );
  if (!background || waits) return null;
  return refuse("fork_bomb/endless-loop", "An endless loop starts processes in the background.");
}

function isEndless(node: LoopNode): boolean {
  if (node.type === "ArithmeticFor") return node.test === undefined;
  const [first] = node.clause.commands;
  if (first?.command.type !== "Command")
    return first?.command.type === "TestCommand" || first?.command.type === "ArithmeticCommand";
  const name = first.command.name?.value;
  return node.kind === "until" ? name === "false" : name === "true" || name === ":" || name === "[";
}

function nodesOf(node: SyntaxNode): SyntaxNode[] {
  const nodes = [node];
  forEachChild(node, (child) => nodes.push(...nodesOf(child)));
  return nodes;
}

/** What the loop itself stops at: a wait in the background holds nothing up. */
function foregroundOf(node: SyntaxNode): SyntaxNode[] {
  if (node.type === "Statement" && node.background === true) return [];
  const nodes = [node];
  forEachChild(node, (child) => nodes.push(...foregroundOf(child)));
  return nodes;
}
