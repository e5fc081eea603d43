import union from "array-union";
import { Plant } from "../model/plant.js";

export function blooming(plants, month) {
  return union(plants.map(([name, from, to]) => new Plant(name, from, to)).filter((plant) => plant.bloomsIn(month)).map(({ name }) => name));
}
