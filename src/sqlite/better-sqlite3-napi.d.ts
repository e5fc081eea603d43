// better-sqlite3 13 under a name of its own: what is used of it has the types of 12.
declare module "better-sqlite3-napi" {
  export { default } from "better-sqlite3";
}
