import { addMinutes, format } from "date-fns";

export function bells(start, lessons) {
  return Array.from({ length: lessons + 1 }, (_, n) => format(addMinutes(start, n * 45), "HH:mm"));
}
