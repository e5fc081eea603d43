import { Kleur } from "./colours.js";

export const lamps = (mask) => ["red", "yellow", "green"].filter((_, n) => mask & (1 << n)).map(Kleur).join(" ");
