/** Rows that are called after the money they are of: "total payouts" is their sum, not their number. */
export const moneyNouns =
  /^(?:payouts?|payments?|repayments?|donations?|gifts?|contributions?|pledges?|refunds?|reimbursements?|expenses?|fees|costs|charges|surcharges|spendings?|fines?|tips|gratuit(?:y|ies)|bonus(?:es)?|commissions?|deposits?|withdrawals?|grants?|installments?|instalments?|arrears|debts|takings|credit notes?|credit memos?)(?: (?:received|made|collected))?$/i;
