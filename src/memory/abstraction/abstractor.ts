/** Replaces the exact values of one kind by their class. Linear in the length of the text, and idempotent. */
export type Abstractor = (text: string) => string;
