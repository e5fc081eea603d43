import { nanoid } from "nanoid";

const fee = Number(process.env.LEDGER_FEE_CENTS);

export function invoice(member) {
  if (!Number.isInteger(fee)) throw new Error("LEDGER_FEE_CENTS is not set");
  return { id: nanoid(8), club: process.env.LEDGER_CLUB, member, cents: fee };
}
