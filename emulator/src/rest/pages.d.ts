/** A page of `emulator/viewer/` as text, its style and script in it. */
declare module "*.html" {
  const text: string;
  export default text;
}
