// What Vite makes of files that are no code.
declare module '*.css';
declare module '*.svg' {
  const address: string;
  export default address;
}
