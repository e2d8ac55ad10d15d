/** What web/.env puts into the page. */
interface ImportMetaEnv {
  readonly VITE_FUNCTIONS_REGION: string;
}
