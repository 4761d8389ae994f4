/** The configuration of a database that is never connected to. */
export const config = {
  engine: "postgres",
  host: "db.example",
  port: 5432,
  database: "d",
  user: "u",
  password: "the password",
  tls: "verify",
} as const;
