/** The same values, of which the next one is always asked for while the last one is used. */
export async function* ahead<T>(source: AsyncIterator<T, void>): AsyncGenerator<T, void> {
  let next = begin(source);
  try {
    for (;;) {
      const { value, done } = await next;
      if (done === true || value === undefined) return;
      next = begin(source);
      yield value;
    }
  } finally {
    await next.catch(() => undefined);
    await source.return?.();
  }
}

/** Begun early and awaited late: its failure is kept until then. */
function begin<T>(source: AsyncIterator<T, void>): Promise<IteratorResult<T, void>> {
  const next = source.next();
  next.catch(() => undefined);
  return next;
}
