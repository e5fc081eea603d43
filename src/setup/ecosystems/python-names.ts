/** Python's names are one whatever their case and separators: "Foo.Bar_baz" and "foo-bar-baz" (PEP 503). */
export function plainPythonName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, "-");
}
