-- Writes what spec/facts/signature.tsv is to be:
--   sh run.sh lua .ci/signature.lua >spec/facts/signature.tsv
package.path = "./?.lua;" .. package.path

print "# What the searches of spec/support/signature.lua visit. A commit that changes this says so in its last line,"
print "# with the number that stands at the end here: \"Nodes: 123\"."
print "title\tline"
for _, row in ipairs(require("spec.support.signature").rows()) do print(table.concat(row, "\t")) end
