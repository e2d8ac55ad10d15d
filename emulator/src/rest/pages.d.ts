/** A page of `emulator/viewer/` as text, with its style and script inside. */
declare module "*.html" {
  const text: string;
  export default text;
}
