export const toPrune = (trees, month) => trees.filter((tree) => Number(tree.month) === month).map(({ name }) => name);
