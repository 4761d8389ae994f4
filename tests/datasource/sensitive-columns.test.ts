import { isSensitive } from "@parley/datasource/introspection/sensitive";
import { describe, expect, it } from "vitest";

describe("A sensitive column", () => {
  it.each([
    "password",
    "user_password",
    "passwordHash",
    "PWD",
    "api_key",
    "apiKey",
    "APIKey",
    "refresh_token",
    "token",
    "commit_hash",
    "client_secret",
    "credit_card_number",
    "cardNumber",
    "card_no",
    "ssn",
    "IBAN",
    "session_id",
    "passport_number",
    "recovery_codes",
    "bank_account",
  ])("is known by its name: %s", (name) => {
    expect(isSensitive({ name, comment: null })).toBe(true);
  });

  it("is known by its comment", () => {
    expect(isSensitive({ name: "diagnosis", comment: "Confidential: doctors only" })).toBe(true);
  });

  it.each([
    "name",
    "city",
    "token_name",
    "hashtag",
    "card_type",
    "postal_code",
    "account_name",
    "secretary",
    "key",
    "pin_code",
    "status",
  ])("is not one by a name like %s", (name) => {
    expect(isSensitive({ name, comment: "What it is called" })).toBe(false);
  });
});
