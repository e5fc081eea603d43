export const price = (stickers) => `${(stickers * 0.5).toFixed(2)} EUR`;
