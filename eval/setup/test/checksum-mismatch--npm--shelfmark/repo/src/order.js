import compare from "natural-compare";

export const inOrder = (marks) => [...marks].sort(compare);
