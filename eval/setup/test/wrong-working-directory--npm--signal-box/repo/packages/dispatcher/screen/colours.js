import kleur from "kleur";

kleur.enabled = false;
export const Kleur = (name) => kleur[name](name);
