@rem For Windows: what package.json's scripts begin with (scripts/run.mjs says why).
@%*
