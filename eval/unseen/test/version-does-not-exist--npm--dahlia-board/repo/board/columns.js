import { addDays, formatISO } from "date-fns";

export function due(from, days) {
  return formatISO(addDays(from, days), { representation: "date" });
}
