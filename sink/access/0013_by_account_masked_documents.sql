CREATE ROW POLICY OR REPLACE by_account ON {{.Database}}.masked_documents USING {{.OwnRows}} TO analyst, auditor
