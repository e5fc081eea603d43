import invariant from "tiny-invariant";

/** Share of the light that a pane lets through, 0 to 1. */
export function through(panes, share) {
  if (share < 0 || share > 1) throw new RangeError("a share is between 0 and 1");
  return share ** panes;
}

export const check = (value) => {
  const test = invariant.default ?? invariant;
  test(value, "dark");
};
