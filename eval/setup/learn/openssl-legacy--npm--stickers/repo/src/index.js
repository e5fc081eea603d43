import { price } from "./price";

document.body.textContent = price(3);
