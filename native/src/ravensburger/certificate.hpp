// Checks certificates of lower bounds, apart from the searches and from the checker in Python.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "ravensburger.hpp"

namespace pylab::ravensburger {

// Which cases are refuted: of the blocks of cases every so-manieth, from this one on. The tree's form
// is checked whole whatever the share, so shares that together leave no block out are one check.
struct Share {
    std::uint64_t number = 0, of = 1;
};

// The format, and the theorem of the cut, are in docs/maintainers/search.md.
class CertificateChecker {
public:
    virtual ~CertificateChecker() = default;

    // The text's next lines, each whole but for the last; false once something is wrong.
    virtual bool feed(std::string_view text) = 0;
    // The text has ended: whether it proves what it says.
    virtual bool end() = 0;

    std::string code, message;  // what is wrong
    std::uint64_t cases = 0;    // so many there were
    int pushes = 0;             // it is about so many
};

std::unique_ptr<CertificateChecker> certificate_checker(const Board& board, Share share, Run& run);

}  // namespace pylab::ravensburger
